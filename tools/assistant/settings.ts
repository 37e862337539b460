import { loadEnv } from 'vite';
import { backendOrigin } from '../../src/build/integrations/backend-origin.ts';
import { Fault } from '../../src/lib/fault.ts';
import { isOwn } from '../../src/lib/own-names.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** The settings for the voice provider's account in .env and the shell; undefined if not set. */
export interface Settings {
  apiUrl: string;
  /** Gives access to the whole account; must stay on this machine. */
  privateKey: string;
  /** Readable in every page. */
  publicKey: string | undefined;
  assistantId: string | undefined;
  /** Where the provider reports a finished call, and the credential it uses. */
  reportUrl: string | undefined;
  reportCredentialId: string | undefined;
}

function isApiUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  // The private key goes there.
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOwn(hostname));
  return isSafe && username === '' && password === '';
}

/**
 * Reads .env; shell variables take precedence.
 *
 * @throws Fault when the private key is missing, invalid or published as the public one, or the API's URL is invalid
 */
export function readSettings(): Settings {
  const env = loadEnv('production', projectFolder, ['PUBLIC_', 'VAPI_']);
  const set = (name: string) => env[name]?.trim() || undefined;
  const privateKey = set('VAPI_PRIVATE_KEY');
  const publicKey = set('PUBLIC_VAPI_KEY');
  if (!privateKey)
    throw new Fault(
      "VAPI_PRIVATE_KEY is not set. Copy the private key from Vapi's dashboard (API Keys) into .env:\n" +
        '  VAPI_PRIVATE_KEY=…\nIt stays on this machine; never give it a name that begins with PUBLIC_.',
    );
  if (privateKey === publicKey)
    throw new Fault(
      'VAPI_PRIVATE_KEY and PUBLIC_VAPI_KEY are the same key. They must differ, and only the public one may be in ' +
        "a page.\nIf it is the private key, delete it in Vapi's dashboard (API Keys) and create a new one: a site built " +
        'with it shows it to everyone.',
    );
  // Such a key can't be sent at all; the error would look like a broken connection.
  if (!/^[\x21-\x7e]+$/.test(privateKey))
    throw new Fault(
      'VAPI_PRIVATE_KEY contains characters that no key has, for example a space, a line break or a letter with an accent. ' +
        "Copy the private key from Vapi's dashboard (API Keys) again.",
    );
  const apiUrl = set('VAPI_API_URL') ?? 'https://api.vapi.ai';
  if (!isApiUrl(apiUrl))
    throw new Fault(
      'VAPI_API_URL is not an address that requests can be sent to. Write it with https and without a name or password, ' +
        'for example https://api.vapi.ai, or remove it.',
    );
  const supabaseUrl = set('PUBLIC_SUPABASE_URL');
  // The provider sends its credential there: only to an address that a build would accept, too.
  backendOrigin({ PUBLIC_SUPABASE_URL: supabaseUrl?.replace(/\/$/, '') });
  return {
    apiUrl: apiUrl.replace(/\/$/, ''),
    privateKey,
    publicKey,
    assistantId: set('PUBLIC_VAPI_ASSISTANT_ID'),
    reportUrl: supabaseUrl && `${supabaseUrl.replace(/\/$/, '')}/functions/v1/call-report`,
    reportCredentialId: set('VAPI_REPORT_CREDENTIAL_ID'),
  };
}
