/** The colors of both schemes, for drawings without a style sheet. Same values as in src/styles/tokens.css. */
export const INKS = {
  light: {
    campus: '#f7532b',
    company: '#2a46f5',
    both: '#291729',
    paper: '#f6f4f1',
    surface: '#ffffff',
    ink: '#291729',
    soft: '#5f5068',
    line: '#d9d1dc',
    link: '#2a46f5',
  },
  dark: {
    campus: '#ff7a52',
    company: '#5a78ff',
    both: '#ffb9ff',
    paper: '#150d1c',
    surface: '#21152b',
    ink: '#f8effc',
    soft: '#c1b0cb',
    line: '#43324f',
    link: '#a9b8ff',
  },
} as const;
