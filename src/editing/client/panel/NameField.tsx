import { nameMistake } from '../../../schemas/file-name.ts';
import { FILE_NAME, type Listed } from '../../protocol.ts';
import { Frame } from '../fields/Frame.tsx';
import { isNumbered, meaningOfName } from '../new-file.ts';
import { $newNames, $panel, type NewPanel } from '../state.ts';

interface Props {
  panel: NewPanel;
  name: string;
  /** The files of its folder. */
  there: readonly Listed[];
}

/** The name of a new file. It follows from the title until somebody types another. */
export function NameField({ panel, name, there }: Props) {
  const hint = [
    isNumbered(there) && 'Its number sets its position among the others.',
    nameMistake(name) === undefined
      ? meaningOfName(name, there)
      : 'It is made of the title: lower-case letters, digits and hyphens.',
  ];
  return (
    <Frame path={[FILE_NAME]} field={{ kind: 'text', label: 'Name of the file', hint: hint.filter(Boolean).join(' ') }}>
      {(control) => (
        <input
          {...control}
          value={name}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            $panel.set({ ...panel, name: target.value });
            $newNames.set({ ...$newNames.get(), [panel.folder]: target.value });
          }}
        />
      )}
    </Frame>
  );
}
