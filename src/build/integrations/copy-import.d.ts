declare module 'copy:call' {
  const copy: import('../../schemas/assistant.ts').CallCopy;
  export default copy;
}
declare module 'copy:rehearsal' {
  const copy: import('../../schemas/assistant.ts').RehearsalCopy;
  export default copy;
}
declare module 'copy:notifications' {
  const copy: import('../../schemas/form.ts').NotificationsCopy;
  export default copy;
}
declare module 'copy:company' {
  const company: Pick<import('../../schemas/site.ts').Site, 'name' | 'email' | 'bookings'>;
  export default company;
}
declare module 'copy:common' {
  const copy: import('../../schemas/form.ts').CommonFormCopy;
  export default copy;
}
declare module 'copy:verification' {
  const copy: import('../../schemas/form.ts').VerificationCopy;
  export default copy;
}
declare module 'copy:consultation' {
  const copy: import('../../schemas/form.ts').ConsultationCopy;
  export default copy;
}
declare module 'copy:demo-booking' {
  const copy: import('../../schemas/form.ts').BookingCopy;
  export default copy;
}
declare module 'copy:internship' {
  const copy: import('../../schemas/form.ts').InternshipFormCopy;
  export default copy;
}
declare module 'copy:notify' {
  const copy: import('../../schemas/form.ts').NotifyFormCopy;
  export default copy;
}
