import DiskTracing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DiskTrace {
    /// Compares the files with the trace byte for byte, which reveals a missed call.
    ///
    /// - Parameter folder: The followed folder.
    /// - Throws: ``Loss`` if a file differs, is missing, or is unknown to the trace; errors of reading.
    func expectFiles(in folder: String) throws {
        var disk = Disk(files: files.count)
        for (index, entry) in entries.enumerated() { disk.apply(entry, at: index) }
        let expected = Dictionary(uniqueKeysWithValues: zip(files, disk.image(after: .all))).compactMapValues { $0 }
        let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix("-lock") }
        guard Set(found) == Set(expected.keys) else {
            throw Loss("the folder holds \(found.sorted()), but \(expected.keys.sorted()) were recorded")
        }
        for (name, bytes) in expected {
            let content = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            guard content != bytes else { continue }
            let offset = zip(content, bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            throw Loss(
                "\(name) is not what was recorded: \(content.count) bytes, \(bytes.count) recorded, the first difference at "
                    + "\(offset ?? min(content.count, bytes.count)): a call was missed")
        }
    }
}
