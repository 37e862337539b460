/** The site's static server in its own process: SITE_FOLDER on SITE_PORT. */
import { serveSite } from '../local/site-server.ts';

await serveSite(process.env['SITE_FOLDER'] ?? '', Number(process.env['SITE_PORT']));
process.on('disconnect', () => process.exit());
process.send?.('ready');
