import { connect } from 'node:net';

/** A raw response. */
export interface RawAnswer {
  /** 0 if the server closed the connection without a response. */
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Sends a request with exactly this target: fetch would normalize it. */
export const rawRequest = (
  url: string,
  target: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> =>
  new Promise((done) => {
    const { hostname, port, host } = new URL(url);
    let answer = '';
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
      .on('data', (chunk) => (answer += chunk.toString('latin1')))
      // The server may close before it has read all of an oversized request.
      .on('error', () => undefined)
      .once('close', () => {
        const [head = '', ...rest] = answer.split('\r\n\r\n');
        const [first = '', ...lines] = head.split('\r\n');
        done({
          status: Number(first.split(' ')[1] ?? 0),
          headers: Object.fromEntries(
            lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
          ) as Record<string, string>,
          body: rest.join('\r\n\r\n'),
        });
      });
    const sent = {
      host,
      connection: 'close',
      ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  });
