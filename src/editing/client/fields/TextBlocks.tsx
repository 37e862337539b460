import { useStore } from '@nanostores/react';
import { pictureOf } from '../../core/picture-block.ts';
import { valueAt } from '../../core/values.ts';
import { TEXT } from '../../protocol.ts';
import { TEXT_FIELD } from '../form-path.ts';
import { placeholdersOfSite } from '../placeholders.ts';
import { $site } from '../site.ts';
import { $content } from '../state.ts';
import { EntryButtons } from './EntryButtons.tsx';
import { Fieldset } from './Frame.tsx';
import { PictureBlock } from './PictureBlock.tsx';
import { InsertPicture } from './InsertPicture.tsx';
import { entryId, useScope } from './scope.ts';
import { TextField } from './TextField.tsx';

/** The name of the component that a block consists of. */
const ELEMENT = /^<([A-Z]\w*)/;

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\{\/\*/, 'Hidden note'],
  [/^#{1,6}\s/, 'Heading'],
  [/^!\[/, 'Picture'],
  [/^(?:[-*+]|\d+[.)])\s/, 'List'],
  [/^>/, 'Quote'],
  [/^\|/, 'Table'],
  [/^(?:```|~~~)/, 'Code'],
];

const WRITING = 'For a list, begin each line with “- ”.';
const HELP: Readonly<Record<string, string>> = {
  Heading: 'The # signs set its size: leave them in.',
  List: 'Each point begins with “- ” or a number.',
};

/** The kind of a block, in words. */
const kindOf = (block: string) =>
  ELEMENT.exec(block.trimStart())?.[1] ??
  KINDS.find(([pattern]) => pattern.test(block.trimStart()))?.[1] ??
  'Paragraph';

/** All blocks of the text below the fields. */
export function TextBlocks() {
  const { data, insert } = useScope();
  const blocks = valueAt(data, [TEXT]);
  const count = Array.isArray(blocks) ? blocks.length : 0;
  return (
    <Fieldset field={TEXT_FIELD} path={[TEXT]}>
      <ol className="entries">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <TextBlock index={index} />
          </li>
        ))}
      </ol>
      {count === 0 && (
        <button type="button" className="button quiet" onClick={() => insert([TEXT, 0], '', false)}>
          Add a paragraph
        </button>
      )}
    </Fieldset>
  );
}

/**
 * One block of the text below the fields, as Markdown.
 *
 * @param alone whether the form shows only this block
 */
export function TextBlock({ index, alone = false }: { index: number; alone?: boolean }) {
  const { data, insert } = useScope();
  const site = useStore($site);
  const elements = useStore($content)?.elements ?? [];
  const blocks = valueAt(data, [TEXT]);
  const block = Array.isArray(blocks) ? blocks[index] : undefined;
  if (!Array.isArray(blocks) || typeof block !== 'string') return null;
  const kind = kindOf(block);
  const picture = pictureOf(block);
  const path = [TEXT, index];
  return (
    <div className="entry plain" id={entryId(path)}>
      {picture ? (
        <PictureBlock path={path} picture={picture} of={`(${index + 1} of ${blocks.length})`} />
      ) : (
        <TextField
          markdown
          path={path}
          names={placeholdersOfSite(site)}
          field={{
            kind: 'text',
            label: `${kind} (${index + 1} of ${blocks.length})`,
            hint: elements.find(({ name }) => name === kind)?.use ?? HELP[kind] ?? WRITING,
          }}
        />
      )}
      <div className="block-buttons">
        <EntryButtons
          list={TEXT_FIELD}
          path={[TEXT]}
          index={index}
          count={blocks.length}
          name={`${kind} ${index + 1}`}
          alone={alone}
        />
        <InsertPicture index={index} alone={alone} />
        {elements
          .filter(({ isBlock, name }) => isBlock && name !== 'Figure')
          .map(({ name, example }) => (
            <button key={name} type="button" className="link" onClick={() => insert([TEXT, index + 1], example, alone)}>
              {`Insert a ${name.toLowerCase()} after it`}
            </button>
          ))}
      </div>
    </div>
  );
}
