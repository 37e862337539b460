type DeviceName = 'camera' | 'microphone';

/** Whether a policy of the page, or of the frame that it is in, forbids a device. */
export function isForbidden(device: DeviceName): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy;
  return policy?.allowsFeature(device) === false;
}

/** Whether the browser refuses a device without asking the visitor. */
export async function isBlocked(device: DeviceName): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: device })).state === 'denied';
  } catch {
    // This browser can't be queried.
    return false;
  }
}
