import copy from 'copy:meeting';

/** Marks a host, beside the name. It has a look that no name can have: everybody chooses their own. */
export const HostMark = () => <span className="host-mark">{copy.call.host}</span>;
