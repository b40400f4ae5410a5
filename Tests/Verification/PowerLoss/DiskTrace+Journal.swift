import DiskTracing

extension DiskTrace {
    /// The moments from a rename until the next sync of the folder; `nil` if nothing is renamed.
    var renameWindow: ClosedRange<Int>? {
        let rename = entries.firstIndex { if case .rename = $0 { true } else { false } }
        guard let rename else { return nil }
        let sync = entries[rename...].firstIndex { if case .folderSync = $0 { true } else { false } }
        return rename...(sync ?? entries.count)
    }

    /// Whether an entry makes a frame durable.
    func makesFrameDurable(_ index: Int) -> Bool {
        switch entries[index] {
        case .write(let file, let offset, _, isDurable: true): files[file] == "journal" && offset >= Self.ringOffset
        // Syncs of the folder have no file.
        case .syncEnd(let file, _): file >= 0 && files[file] == "journal"
        default: false
        }
    }

    private static let pageBytes = 4_096
    /// The control pages come before the ring.
    private static let ringOffset = 2 * pageBytes
    private static let nonceOffset = 32

    /// How often a frame went to the beginning of the ring because it did not fit before its end.
    var wraps: Int {
        var wraps = 0
        var last = 0
        var nonce: ArraySlice<UInt8> = []
        for case .write(let file, let offset, let bytes, _) in entries where files[file] == "journal" {
            if offset < Self.ringOffset {
                // A new use begins there, too.
                let written = bytes[Self.nonceOffset..<Self.nonceOffset + 8]
                if written != nonce { last = 0 }
                nonce = written
            } else {
                wraps += offset < last ? 1 : 0
                last = offset
            }
        }
        return wraps
    }
}
