import { afterAll } from 'vitest';
import { expectNoPersonalData, lookAtConsole } from './log-check.ts';

lookAtConsole();
// Before every other afterAll, and run after them: what is printed at the end counts too.
afterAll(expectNoPersonalData);
