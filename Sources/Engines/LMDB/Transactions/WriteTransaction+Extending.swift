internal import CLMDB

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

extension WriteTransaction {
    /// Makes the file longer ahead of need, by writing zeros behind its end, where the commit would do so.
    ///
    /// A sync of pages inside the file is a write of data alone; one that makes the file longer has the file system write
    /// its journal too. So once in a while one commit pays for many: at most a quarter of what the file holds is added,
    /// and at most 1 MiB. Only what lies behind the file's end is written, while the write lock keeps every other process
    /// from making the file longer: no page that anybody wrote is touched, and none of LMDB's refers to the zeros. Does
    /// nothing where the environment's durability is another than `full`, nor for a commit of more than 192 KiB: writing
    /// as much again in zeros would take longer than the journal.
    ///
    /// Where there is no room for the zeros, the file stays as it is: whether there is room for the commit, it finds out.
    ///
    /// - Parameter bytes: About how many bytes of new pages the commit will write.
    /// - Throws: ``LMDBError`` where the disk fails.
    public func extendFile(for bytes: Int) throws(LMDBError) {
        let environment = frame.pointee.environment.takeUnretainedValue()
        guard environment.durability == .full, bytes <= FileExtension.greatestCommit else { return }
        // The last transaction's last page: nobody else commits while this transaction is open.
        guard let information = environment.information() else { return }
        var descriptor: Int32 = -1
        let result = mdb_env_get_fd(environment.handle, &descriptor)
        guard result == MDB_SUCCESS else { throw frame.error(result, call: "mdb_env_get_fd") }
        let size = try FileStatus.bytes(of: descriptor, path: environment.path)
        // A page that the disk has altered may name any number: the commit finds out.
        guard (0..<Int(MetaPage.greatestFileBytes) / environment.pageSize).contains(information.me_last_pgno) else {
            return
        }
        let used = (information.me_last_pgno + 1) * environment.pageSize
        guard size < used + bytes else { return }
        let step = min(max(used / 4, FileExtension.leastStep), FileExtension.greatestStep)
        let end = min((max(size, used + bytes) + step) & ~(environment.pageSize - 1), information.me_mapsize)
        try FileExtension.writeZeros(from: size, to: end, in: descriptor, path: environment.path)
    }
}

/// Making a file longer by writing zeros.
enum FileExtension {
    static let leastStep = 64 << 10
    static let greatestStep = 1 << 20
    static let greatestCommit = 192 << 10
    private static let zeros = [UInt8](repeating: 0, count: 64 << 10)

    static func writeZeros(from start: Int, to end: Int, in descriptor: Int32, path: String) throws(LMDBError) {
        var offset = start
        while offset < end {
            let count = min(zeros.count, end - offset)
            let written = zeros.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, count, off_t(offset)) }
            guard written <= 0 else {
                offset += written
                continue
            }
            // A disk that takes nothing and says nothing would be asked for ever.
            guard written < 0 else { return }
            switch errno {
            case EINTR: continue
            // No room is no failure of the disk, and what was written so far is of use.
            case ENOSPC, EDQUOT, EFBIG: return
            case let code: throw LMDBError(code, call: "pwrite", path: path, figures: "\(count) zeros at \(offset)")
            }
        }
    }
}
