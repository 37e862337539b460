/** `npm run supabase -- …`: the Supabase CLI, in the version tested with this project. */
import { runSupabase } from './deploy/supabase-cli.ts';

process.exitCode = await runSupabase(...process.argv.slice(2));
