/** Saves a file on the visitor's computer. It is never opened in the page. */
export function save(file: Blob, name: string): void {
  // As plain bytes, no browser shows it in a tab of this origin.
  const address = URL.createObjectURL(new Blob([file], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
