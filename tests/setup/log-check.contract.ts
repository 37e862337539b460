import { afterAll } from 'vitest';
import { expectNoPersonalData, lookAtConsole } from './log-check.ts';

lookAtConsole();
// Registered before every other afterAll, so it runs after them: output at the end counts, too.
afterAll(expectNoPersonalData);
