import { createServer } from 'node:net';
import { Fault } from '../../src/lib/fault.ts';

/** Every local service listens on this address only. */
export const LOOPBACK = '127.0.0.1';

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
      // A machine without IPv6 has no such address, so nobody else can be there either.
      .once('error', ({ code }: NodeJS.ErrnoException) => done(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'))
      .once('listening', () => probe.close(() => done(true)));
    probe.listen(port, host);
  });
}

/** On both loopback addresses: a browser that is given "localhost" may try either first. */
const isFree = async (port: number) => (await canListen(LOOPBACK, port)) && (await canListen('::1', port));

/**
 * A free TCP port on loopback.
 *
 * @param variable the environment variable with which a port can be asked for
 * @param preferred the port to try first when none was asked for; the next free one above it is taken
 * @throws Fault when the port that was asked for is taken or is no port
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
