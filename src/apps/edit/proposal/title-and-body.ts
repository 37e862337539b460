/** The words of a proposal, as a reviewer sees them. */
export interface Words {
  title: string;
  body: string;
}

/** The title is the first line of a message, the body what follows an empty line. */
export function wordsOf(message: string): Words {
  const [title = '', ...rest] = message.split('\n');
  return { title, body: rest.join('\n').replace(/^\n+/, '') };
}

/** Both as one message. */
export const messageOfWords = ({ title, body }: Words): string => (body === '' ? title : `${title}\n\n${body}`);
