import { loadEnv } from 'vite';
import { Fault } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** What .env and the shell say about the voice provider's account. What is not set is undefined. */
export interface Settings {
  apiUrl: string;
  /** Opens the whole account; it stays on this machine. */
  privateKey: string;
  /** What every visitor can read in the page. */
  publicKey: string | undefined;
  assistantId: string | undefined;
  /** Where the provider reports a finished call, and the credential with which it does. */
  reportUrl: string | undefined;
  reportCredentialId: string | undefined;
}

function isApiUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/**
 * Reads .env; the shell's variables win.
 *
 * @throws Fault when there is no private key, when it can be none or is published as the public one, and when the address
 * of the API is none
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
      'VAPI_PRIVATE_KEY and PUBLIC_VAPI_KEY are the same key. Each has to be one of its kind, and only the public one may ' +
        "be in a page.\nIf it is the private key, delete it in Vapi's dashboard (API Keys) and make a new one: a site that " +
        'was built with it shows it to everybody.',
    );
  // Such a key can't be sent at all: it would look like a connection that breaks.
  if (!/^[\x21-\x7e]+$/.test(privateKey))
    throw new Fault(
      'VAPI_PRIVATE_KEY contains characters that no key has, for example a space, a line break or a letter with an accent. ' +
        "Copy the private key from Vapi's dashboard (API Keys) once more.",
    );
  const apiUrl = set('VAPI_API_URL') ?? 'https://api.vapi.ai';
  if (!isApiUrl(apiUrl))
    throw new Fault(
      'VAPI_API_URL is not an address that requests can be sent to. Write it with its scheme and without a name or password, ' +
        'for example https://api.vapi.ai, or remove it.',
    );
  const supabaseUrl = set('PUBLIC_SUPABASE_URL');
  return {
    apiUrl: apiUrl.replace(/\/$/, ''),
    privateKey,
    publicKey,
    assistantId: set('PUBLIC_VAPI_ASSISTANT_ID'),
    reportUrl: supabaseUrl && `${supabaseUrl.replace(/\/$/, '')}/functions/v1/call-report`,
    reportCredentialId: set('VAPI_REPORT_CREDENTIAL_ID'),
  };
}
