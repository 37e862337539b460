declare module 'copy:call' {
  const copy: import('../schemas/assistant.ts').CallCopy;
  export default copy;
}
declare module 'copy:rehearsal' {
  const copy: import('../schemas/assistant.ts').RehearsalCopy;
  export default copy;
}
declare module 'copy:notifications' {
  const copy: import('../schemas/form.ts').NotificationsCopy;
  export default copy;
}
