import { createServer } from 'node:net';
import { Fault } from '../../src/lib/fault.ts';

/** Every local service listens on this address only. */
export const LOOPBACK = '127.0.0.1';

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
      // A machine without IPv6 does not have this address, so no other program can listen on it.
      .once('error', ({ code }: NodeJS.ErrnoException) => done(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'))
      .once('listening', () => probe.close(() => done(true)));
    probe.listen(port, host);
  });
}

/** On both loopback addresses: for "localhost", a browser may try either first. */
const isFree = async (port: number) => (await canListen(LOOPBACK, port)) && (await canListen('::1', port));

/**
 * Finds a free TCP port on loopback.
 *
 * @param variable the environment variable that can set the port
 * @param preferred the port to try first if the variable is not set; otherwise the next free port above it
 * @throws Fault when the port in the variable is taken or invalid
 */
export async function choosePort(variable: string, preferred: number, env = process.env): Promise<number> {
  const wanted = env[variable];
  if (wanted !== undefined && wanted !== '') {
    const port = Number(wanted);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Fault(
        `${variable}=${wanted} is not a port. Give a whole number from 1 to 65535, or leave ${variable} out.`,
      );
    if (!(await isFree(port)))
      throw new Fault(
        `Port ${port} (${variable}) is taken by another program.\nStop that program, or choose another port, for example: ${variable}=${port + 1} npm start`,
      );
    return port;
  }
  for (let port = preferred; port < preferred + 100; port++) if (await isFree(port)) return port;
  throw new Fault(`No free port from ${preferred} to ${preferred + 99}. Set ${variable} to a free one.`);
}
