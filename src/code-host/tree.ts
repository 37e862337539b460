import { z } from 'zod';

/** A folder or file of a commit, as GraphQL answers a query made with {@link treeFields}. */
interface Node {
  oid?: string | undefined;
  text?: string | null | undefined;
  isTruncated?: boolean | undefined;
  entries?: { name: string; object: Node | null }[] | undefined;
}

export const treeShape: z.ZodType<Node> = z.object({
  oid: z.string().optional(),
  text: z.string().nullish(),
  isTruncated: z.boolean().optional(),
  get entries() {
    return z.array(z.object({ name: z.string(), object: treeShape.nullable() })).optional();
  },
});

/** How deep the folders in `content/` are nested: `content/research/publications/` is the deepest, and one more. */
const DEPTH = 4;

/** The selection of a tree with all folders below it. GraphQL has no recursion, so it is written out. */
export const treeFields = (fileFields: string, depth = DEPTH): string =>
  depth === 0
    ? `... on Blob { ${fileFields} }`
    : `... on Blob { ${fileFields} } ... on Tree { entries { name object { ${treeFields(fileFields, depth - 1)} } } }`;

/** The files below a folder, with their paths. */
export function filesBelow(folder: string, node: Node | null): { path: string; file: Node }[] {
  return (node?.entries ?? []).flatMap(({ name, object }) => {
    const path = `${folder}/${name}`;
    if (object === null) return [];
    return object.entries ? filesBelow(path, object) : [{ path, file: object }];
  });
}
