import { createRoot } from 'react-dom/client';

const place = document.getElementById('desk');
if (place) createRoot(place).render(<h1>Desk</h1>);
