declare module '*?inline-script' {
  /** The text of a classic script. */
  const code: string;
  export default code;
}
