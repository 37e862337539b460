import { useEffect, useState } from 'react';
import { answering } from '../api.ts';
import { pictureSource } from '../picture.ts';

/** A picture of a text as it is stored, by its address on the site. */
export function PicturePreview({ address }: { address: string }) {
  const source = pictureSource(address);
  const [read, setRead] = useState<{ address: string; source: string }>();
  const { pictureAt } = answering();
  useEffect(() => {
    // It was uploaded from here, or is on this site.
    if (source !== address || !pictureAt) return undefined;
    let isCurrent = true;
    pictureAt(address).then(
      (found) => isCurrent && found !== undefined && setRead({ address, source: found }),
      // Its address is shown as the site has it.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [address, source, pictureAt]);
  return <img className="preview" src={read?.address === address ? read.source : source} alt="" />;
}
