import { count, holds, holdWords } from './quotes.ts';

const CALL = 'content/assistant/call.yaml';

holdWords([
  [2, CALL, 'button.idle', 'Talk to AI Agent'],
  [2, CALL, 'dialog.fields.name.label', holds('name')],
  [2, CALL, 'dialog.fields.email.label', holds('email')],
  [2, CALL, 'dialog.cancel', 'Not Now'],
  [2, CALL, 'dialog.start', 'Start Call'],
  [1, CALL, 'dialog.recording', holds('about 2-3 minutes')],
  [2, CALL, 'guide.title', 'AI Call Guide'],
  [4, CALL, 'guide.steps', count(3)],
  [4, CALL, 'guide.status.connecting', 'Connecting...'],
  [4, CALL, 'guide.status.active', 'Currently Recording...'],
  [4, CALL, 'guide.status.ended', 'Check Your Email!'],
  [4, CALL, 'guide.end', 'End Call'],
]);
