import { DEPLOY, type Finding } from './finding.ts';

const TIMEOUT_MS = 15_000;

const SIGN_UPS = 'under Authentication, Sign In / Providers';

interface Answer {
  status: number;
  /** Undefined if it is not JSON. */
  body: unknown;
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

const unreachable = (url: string, error: unknown): Finding => ({
  wrong: `${url} does not answer: ${error instanceof Error ? error.message : String(error)}.`,
  fix: 'The project may be paused: check its dashboard, and restore it there.',
});

/**
 * Sends each function a harmless request. One that can't start, for example because of a bad secret, does not give our
 * functions' answer. The answer says which words of content/ it was deployed with.
 *
 * @param url the project's
 * @param version of the words that are in content/ now
 */
export async function checkAnswers(url: string, functions: readonly string[], version: string): Promise<Finding[]> {
  const outdated: string[] = [];
  const answers = await Promise.all(
    functions.map(async (name): Promise<Finding[]> => {
      const address = `${url}/functions/v1/${name}`;
      try {
        const { status, body } = await ask(address);
        const { error, words } = (body ?? {}) as { error?: { code?: string }; words?: string };
        if (status === 405 && error?.code === 'method') {
          if (words !== version) outdated.push(name);
          return [];
        }
        return [
          {
            wrong: `The function ${name} gives an unexpected answer (status ${status}).`,
            fix: `See its log in the dashboard (Edge Functions, ${name}, Logs). After a code change: ${DEPLOY}`,
          },
        ];
      } catch (error) {
        return [unreachable(address, error)];
      }
    }),
  );
  return [
    ...answers.flat(),
    ...(outdated.length > 0
      ? [{ wrong: `Deployed with other words than those in content/: ${outdated.sort().join(', ')}.`, fix: DEPLOY }]
      : []),
  ];
}

/** Only settings that say so are proof that nobody can sign up. */
function aboutSignUps({ status, body }: Answer): Finding[] {
  const isOff = (body as { disable_signup?: unknown } | undefined)?.disable_signup;
  if (isOff === true) return [];
  if (isOff === false)
    return [
      {
        wrong: 'Anyone can create an account, and have mail sent to any address.',
        fix: `In the dashboard, ${SIGN_UPS}, turn off "Allow new users to sign up".`,
      },
    ];
  return [
    {
      wrong: `Whether anyone can create an account could not be read (status ${status}).`,
      fix: `Check again in a minute. Until it can be read, see for yourself in the dashboard, ${SIGN_UPS}, that "Allow new users to sign up" is off.`,
    },
  ];
}

/**
 * Checks the site's public key: that it is valid, that it can't read requests, and that nobody can sign up with it.
 *
 * @param url the project's
 * @param key the public key, which is in every page
 */
export async function checkPublicKey(url: string, key: string): Promise<Finding[]> {
  try {
    const [requests, settings] = await Promise.all([
      ask(`${url}/rest/v1/contact_submissions?select=id&limit=1`, { apikey: key }),
      ask(`${url}/auth/v1/settings`, { apikey: key }),
    ]);
    const findings: Finding[] = [];
    if (requests.status === 200)
      findings.push({
        wrong: 'Anyone with the public key can read the requests.',
        fix: 'revoke select on public.contact_submissions from anon, authenticated;',
      });
    // Permission denied: the key is valid, and refused.
    else if ((requests.body as { code?: string } | undefined)?.code !== '42501')
      findings.push({
        wrong: `PUBLIC_SUPABASE_KEY is not accepted: ${JSON.stringify(requests.body)}.`,
        fix: "Copy the publishable key from the project's settings (API Keys) into .env, and build the site again.",
      });
    return [...findings, ...aboutSignUps(settings)];
  } catch (error) {
    return [unreachable(url, error)];
  }
}
