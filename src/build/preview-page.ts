/** The script that opens a text of a preview in the editor. Only a build with SITE_EDITING has it (tools/edit). */
export const PREVIEW_SCRIPT = '/edit-preview.js';

/** The element that loads it. */
export const PREVIEW_ELEMENT = `<script type="module" src="${PREVIEW_SCRIPT}"></script>`;

const PLACES = / data-edit(?:ing|-[a-z]+)?="[^"]*"/g;

/** A page of a preview as it is on the public site: without the places of its texts, and what opens them. */
export const asPublic = (html: string): string => html.replace(PREVIEW_ELEMENT, '').replace(PLACES, '');
