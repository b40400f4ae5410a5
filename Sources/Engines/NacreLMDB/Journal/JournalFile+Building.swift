import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension JournalFile {
    /// The name of a journal that is being built: one for each journal, so that at most one remains of killed builders.
    static func unfinishedPath(of path: String) -> String { path + ".unfinished" }

    /// Builds an empty journal under another name and moves it to its path, durably; replaces a journal there.
    ///
    /// The ring is written with zeros, so that later writes change neither allocation nor size of the file, and then
    /// dropped from the page cache, which is not used afterwards. If building fails, nothing new exists.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - storeID: The id of the store.
    ///   - end: The end of the store's log.
    ///   - byteCount: The size, in whole pages: the control pages and at least one more.
    ///   - pace: How the ring is written.
    /// - Throws: `diskFull`, which says how many bytes are missing; `inputOutput`; `closed` if the pace ends it.
    static func build(
        _ path: String, of storeID: StoreID, continuing end: Block.End, byteCount: Int = JournalLayout.fileBytes,
        at pace: BuildingPace = .atOnce
    ) throws(EventStoreError) {
        precondition(byteCount > JournalLayout.ringOffset && byteCount % JournalLayout.pageBytes == 0)
        let unfinished = unfinishedPath(of: path)
        let descriptor = system(unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw .journal(unfinished, "cannot be created", errno) }
        do throws(EventStoreError) {
            defer { close(descriptor) }
            let control = JournalControl(
                storeID: storeID, fileBytes: byteCount, nonce: JournalControl.makeNonce(), before: end)
            var missing = byteCount
            let page = AlignedBuffer(pageCount: 1)
            unsafe control.store(in: page.bytes)
            for copy in 0..<JournalLayout.controlCopies {
                try unsafe write(
                    descriptor, UnsafeRawBufferPointer(page.bytes), at: copy * JournalLayout.pageBytes, path,
                    missing: &missing, of: byteCount)
            }
            let ring = JournalLayout.ringOffset..<byteCount
            try fill(descriptor, path, ring, at: pace, missing: &missing, of: byteCount)
            try settle(descriptor, path)
        } catch {
            unsafe unlink(unfinished)
            throw error
        }
        guard unsafe rename(unfinished, path) == 0 else {
            let number = errno
            unsafe unlink(unfinished)
            throw .journal(path, "cannot be created", number)
        }
        do throws(EventStoreError) {
            try syncFolder(of: path)
        } catch {
            // A journal that a power failure may remove must not be used.
            unsafe unlink(path)
            throw error
        }
    }

    /// Writes zeros wherever the file has pages of zeros, durably.
    ///
    /// - Throws: `diskFull`, which says how many bytes are missing; `inputOutput`; `closed` if the pace ends it.
    static func fillHoles(
        of path: String, byteCount: Int, at pace: BuildingPace
    ) throws(EventStoreError) {
        let descriptor = system(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .journal(path, "cannot be opened", errno) }
        defer { close(descriptor) }
        // Holes are found by their contents, because not every file system reports them.
        var ranges: [Range<Int>] = []
        for offset in stride(from: 0, to: byteCount, by: pace.stepBytes) {
            ranges += try zeroPages(descriptor, path, from: offset, count: min(pace.stepBytes, byteCount - offset))
        }
        var missing = ranges.reduce(0) { $0 + $1.count }
        for range in ranges {
            try fill(descriptor, path, range, at: pace, missing: &missing, of: byteCount)
        }
        try settle(descriptor, path)
    }

    /// The ranges of whole pages of zeros in a part of the file.
    private static func zeroPages(
        _ descriptor: Int32, _ path: String, from offset: Int, count: Int
    ) throws(EventStoreError) -> [Range<Int>] {
        let buffer = AlignedBuffer(pageCount: count / JournalLayout.pageBytes)
        var done = 0
        while done < count {
            let result = unsafe pread(
                descriptor, buffer.bytes.baseAddress.map { unsafe $0 + done }, count - done, off_t(offset + done))
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw .journal(path, "cannot be read at byte \(offset + done)", errno) }
            done += result
        }
        var ranges: [Range<Int>] = []
        for start in stride(from: 0, to: count, by: JournalLayout.pageBytes) {
            let page = unsafe buffer.bytes[start..<(start + JournalLayout.pageBytes)]
            guard unsafe page.allSatisfy({ $0 == 0 }) else { continue }
            let end = offset + start + JournalLayout.pageBytes
            if let last = ranges.last, last.upperBound == offset + start {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append((offset + start)..<end)
            }
        }
        return ranges
    }

    /// Writes zeros through the page cache, and reduces the number of bytes still to be written.
    private static func fill(
        _ descriptor: Int32, _ path: String, _ range: Range<Int>, at pace: BuildingPace, missing: inout Int,
        of total: Int
    ) throws(EventStoreError) {
        let zeros = AlignedBuffer(pageCount: min(pace.stepBytes, range.count) / JournalLayout.pageBytes)
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: pace.stepBytes) {
            let step = offset..<min(offset + pace.stepBytes, range.upperBound)
            try pace.step(descriptor, path) { () throws(EventStoreError) in
                try unsafe write(
                    descriptor, UnsafeRawBufferPointer(zeros.bytes).part(from: 0, to: step.count), at: offset, path,
                    missing: &missing, of: total)
            }
        }
    }

    /// Writes bytes through the page cache.
    private static func write(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int, _ path: String, missing: inout Int,
        of total: Int
    ) throws(EventStoreError) {
        var done = 0
        while done < bytes.count {
            let result = unsafe pwrite(
                descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done, off_t(offset + done))
            if result < 0, errno == EINTR { continue }
            guard result > 0 else {
                // A write of zero bytes without an error must not be repeated forever.
                let number = result < 0 ? errno : ENOSPC
                throw .noRoomForJournal(path, number, missing: missing, of: total)
                    ?? .journal(path, "cannot be written", number)
            }
            done += result
            missing -= result
        }
    }

    /// Makes a written file durable with its size, and drops it from the page cache.
    private static func settle(_ descriptor: Int32, _ path: String) throws(EventStoreError) {
        #if canImport(Darwin)
            guard DirectFile.sync(descriptor) else { throw .journal(path, "cannot be synced", errno) }
        #else
            // Not `fdatasync`: the size and the blocks of the file must be durable, too.
            guard fsync(descriptor) == 0 else { throw .journal(path, "cannot be synced", errno) }
            // Only advice: reads with O_DIRECT are right without it.
            _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        #endif
    }

    /// Makes the journal's entry in its folder durable.
    static func syncFolder(of path: String) throws(EventStoreError) {
        try StoreFolder(folder(of: path)).sync()
    }

    private static func folder(of path: String) -> String {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        return end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private static func system(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Glibc)
            unsafe Glibc.open(path, flags, 0o600)
        #elseif canImport(Musl)
            unsafe Musl.open(path, flags, 0o600)
        #else
            unsafe Darwin.open(path, flags, 0o600)
        #endif
    }
}
