/** Reads a response line by line, until it ends. */
export async function readLines({ body }: Response, take: (line: string) => void): Promise<void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  }
}
