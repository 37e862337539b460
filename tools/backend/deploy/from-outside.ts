import { DEPLOY, type Finding } from './finding.ts';

const TIMEOUT_MS = 15_000;

async function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

const unreachable = (url: string, error: unknown): Finding => ({
  wrong: `${url} does not answer: ${error instanceof Error ? error.message : String(error)}.`,
  mend: 'Is the project paused? Its dashboard says so, and wakes it up.',
});

/**
 * Asks each function something harmless: one that can't start, because a secret is no good, does not say what ours say.
 *
 * @param url of the project
 */
export async function checkAnswers(url: string, functions: readonly string[]): Promise<Finding[]> {
  const answers = await Promise.all(
    functions.map(async (name): Promise<Finding[]> => {
      const address = `${url}/functions/v1/${name}`;
      try {
        const { status, body } = await ask(address);
        if (status === 405 && (body as { error?: { code?: string } } | undefined)?.error?.code === 'method') return [];
        return [
          {
            wrong: `The function ${name} answers ${status}, and not as ours does.`,
            mend: `Its log in the dashboard (Edge Functions, ${name}, Logs) says why. After a change of the code: ${DEPLOY}`,
          },
        ];
      } catch (error) {
        return [unreachable(address, error)];
      }
    }),
  );
  return answers.flat();
}

/**
 * Comes with the site's own key: whether it is one, whether it opens what it must not, and whether it lets anybody make
 * an account.
 *
 * @param url of the project
 * @param key that every page shows
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
        wrong: 'Whoever has the public key may read the requests.',
        mend: 'revoke select on public.contact_submissions from anon, authenticated;',
      });
    // Permission denied: the key was known, and stopped.
    else if ((requests.body as { code?: string } | undefined)?.code !== '42501')
      findings.push({
        wrong: `PUBLIC_SUPABASE_KEY opens nothing: ${JSON.stringify(requests.body)}.`,
        mend: "Copy the publishable key from the project's settings, API Keys, into .env, and build the site again.",
      });
    if ((settings.body as { disable_signup?: boolean } | undefined)?.disable_signup === false)
      findings.push({
        wrong: 'Anybody can make an account, and have mail sent to any address.',
        mend: 'In the dashboard, Authentication, Sign In / Providers: switch off "Allow new users to sign up".',
      });
    return findings;
  } catch (error) {
    return [unreachable(url, error)];
  }
}
