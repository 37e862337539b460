import pages from '../../tailwind.config.mjs';

/**
 * The same utilities, for the applications of the rooms and what these show of the site. The pages have a configuration
 * of their own, so that a class of an application adds nothing to them.
 */
export default {
  ...pages,
  content: { ...pages.content, files: [...pages.content.files, './src/apps/**/*.tsx'] },
};
