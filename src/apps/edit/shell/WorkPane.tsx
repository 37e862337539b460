import { useStore } from '@nanostores/react';
import { FormPanel } from '../../../editing/client/panel/FormPanel.tsx';
import { NewPanel } from '../../../editing/client/panel/NewPanel.tsx';
import { SavesPanel } from '../../../editing/client/panel/SavesPanel.tsx';
import { $panel, $pending } from '../../../editing/client/state.ts';
import { ProposePanel } from '../proposal/ProposePanel.tsx';
import { Welcome } from './Welcome.tsx';

/** What is open beside the list. */
export function WorkPane() {
  const pending = useStore($pending);
  return (
    <div className="work-pane">
      {pending && <div className="sending" aria-hidden="true" />}
      <Open />
    </div>
  );
}

function Open() {
  const panel = useStore($panel);
  switch (panel?.kind) {
    case 'form':
      return <FormPanel key={panel.file} panel={panel} />;
    case 'new':
      return <NewPanel panel={panel} />;
    case 'saves':
      return <SavesPanel />;
    case 'propose':
      return <ProposePanel />;
    default:
      return <Welcome />;
  }
}
