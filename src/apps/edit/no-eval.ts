import { config } from 'zod';

// Its policy forbids the room to make code of texts, and browsers report even the attempt. So this comes before any schema.
config({ jitless: true });
