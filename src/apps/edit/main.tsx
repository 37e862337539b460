/** The editor's entry point, which its page loads. */
import './no-eval.ts';
import { createRoot } from 'react-dom/client';
import { forgetKept } from '../../editing/client/kept.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { App } from './App.tsx';
import { start } from './session/session.ts';
import './styles/edit.css';

const root = document.getElementById('edit');
if (!root) throw new Error('The page has no element with the id "edit".');
createRoot(root).render(
  <ErrorBoundary name="Edit" forget={forgetKept}>
    <App />
  </ErrorBoundary>,
);
void start();
