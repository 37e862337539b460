import keys from 'copy:site-keys';

/** The keys in content/site.yaml when the site was built. */
export const siteKeys: typeof import('./figure-keys.node.ts').siteKeys = keys;
