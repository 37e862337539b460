import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip file: the data as stored in the file, and the declared size when unpacked. */
interface Entry {
  name: string;
  data: Buffer;
  /** 0 stored, 8 deflated. */
  method: 0 | 8;
  checksum: number;
  unpacked: number;
}

/** The header of an entry; only the central directory has `at`. */
function header({ name, data, method, checksum, unpacked }: Entry, at?: number): Buffer {
  const inDirectory = at !== undefined;
  const bytes = Buffer.alloc(inDirectory ? 46 : 30);
  bytes.write(inDirectory ? 'PK\x01\x02' : 'PK\x03\x04', 'latin1');
  const from = inDirectory ? 2 : 0;
  bytes.writeUInt16LE(20, 4 + from);
  bytes.writeUInt16LE(method, 8 + from);
  bytes.writeUInt32LE(checksum, 14 + from);
  bytes.writeUInt32LE(data.length, 18 + from);
  bytes.writeUInt32LE(unpacked, 22 + from);
  bytes.writeUInt16LE(name.length, 26 + from);
  if (at !== undefined) bytes.writeUInt32LE(at, 42);
  return Buffer.concat([bytes, Buffer.from(name)]);
}

/** A zip file. Entries with the same data share it, so that a small file unpacks to a very large one. */
export function zip(entries: readonly Entry[]): Buffer<ArrayBuffer> {
  const places = new Map<Buffer, number>();
  const parts: Buffer[] = [];
  let size = 0;
  for (const entry of entries)
    if (!places.has(entry.data)) {
      places.set(entry.data, size);
      const part = Buffer.concat([header(entry), entry.data]);
      parts.push(part);
      size += part.length;
    }
  const directory = Buffer.concat(entries.map((entry) => header(entry, places.get(entry.data))));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(size, 16);
  return Buffer.from(Buffer.concat([...parts, directory, end]));
}

/** A file in a zip file, not compressed. */
export const plain = (name: string, text: string): Entry => {
  const data = Buffer.from(text);
  return { name, data, method: 0, checksum: crc32(data), unpacked: data.length };
};

/** A Word document that unpacks to this many gigabytes: every part is the same 16 MiB of zeros. */
export function bomb(gigabytes: number): Buffer<ArrayBuffer> {
  const zeros = Buffer.alloc(16 * 1024 * 1024);
  const data = deflateRawSync(zeros, { level: 9 });
  const part = { data, method: 8, checksum: crc32(zeros), unpacked: zeros.length } as const;
  return zip([
    plain('[Content_Types].xml', '<Types/>'),
    ...Array.from({ length: gigabytes * 64 }, (_, index) => ({ ...part, name: `word/media/${index}.bin` })),
  ]);
}
