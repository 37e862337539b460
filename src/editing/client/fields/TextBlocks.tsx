import { useStore } from '@nanostores/react';
import { valueAt } from '../../core/values.ts';
import { TEXT } from '../../protocol.ts';
import { TEXT_FIELD } from '../form-path.ts';
import { pictureOf } from '../picture.ts';
import { placeholdersOfSite } from '../placeholders.ts';
import { focusFirstIn } from '../shadow.ts';
import { $site } from '../site.ts';
import { EntryButtons } from './EntryButtons.tsx';
import { Fieldset } from './Frame.tsx';
import { PictureBlock } from './PictureBlock.tsx';
import { InsertPicture } from './InsertPicture.tsx';
import { entryId, useScope } from './scope.ts';
import { TextField } from './TextField.tsx';

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\{\/\*/, 'Hidden note'],
  [/^#{1,6}\s/, 'Heading'],
  [/^!\[/, 'Picture'],
  [/^(?:[-*+]|\d+[.)])\s/, 'List'],
  [/^>/, 'Quote'],
  [/^\|/, 'Table'],
  [/^(?:```|~~~)/, 'Code'],
];

const WRITING = '**bold**, _italic_, [a link](/flow), a list: lines that begin with “- ”.';
const HELP: Readonly<Record<string, string>> = {
  Heading: 'The # signs set its size: leave them in.',
  List: 'Each point begins with “- ” or a number. **bold**, _italic_, [a link](/flow).',
};

/** The kind of a Markdown block, in words. */
const kindOf = (block: string) => KINDS.find(([pattern]) => pattern.test(block.trimStart()))?.[1] ?? 'Paragraph';

/** All blocks of the text below the fields. */
export function TextBlocks() {
  const { data, make } = useScope();
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
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            make({ do: 'insert', path: [TEXT, 0], value: '' });
            focusFirstIn(entryId([TEXT, 0]));
          }}
        >
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
  const { data } = useScope();
  const site = useStore($site);
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
          field={{ kind: 'text', label: `${kind} (${index + 1} of ${blocks.length})`, hint: HELP[kind] ?? WRITING }}
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
      </div>
    </div>
  );
}
