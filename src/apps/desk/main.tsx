/** The desk's entry point, which src/pages/desk.astro loads. */
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { App } from './App.tsx';
import { start } from './session/session.ts';
import './styles/desk.css';

const root = document.getElementById('desk');
if (!root) throw new Error('The page has no element with the id "desk".');
createRoot(root).render(
  <ErrorBoundary name="Desk">
    <App />
  </ErrorBoundary>,
);
void start();
