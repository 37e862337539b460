import company from 'copy:company';

/** The editor of the words. */
export const App = () => <p className="text-soft">{company.name}</p>;
