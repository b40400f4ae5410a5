import Foundation

/// The folder on the measured disk in which the calls of a suite run and keep their stores.
///
/// Its path is fixed: what a killed suite left behind is found and removed by the next one.
struct SuiteWorkspace: Sendable {
    /// The working directory of calls.
    let folder: URL

    /// The open lock.
    ///
    /// Calls inherit it as their standard input, so that it is held as long as one of them runs, even if the suite
    /// itself was killed.
    let lock: FileHandle

    static let name = "nacre-bench-suite"
    private static let lockName = "lock"
    private static let programName = "program"

    /// Locks the folder for this suite.
    ///
    /// - Throws: ``HarnessError`` if it cannot be created, or another suite holds it.
    init(below directory: URL) throws {
        folder = directory.appendingPathComponent(Self.name, isDirectory: true)
        do {
            try FileManager.default.createDirectory(
                // A server that is started for some engines may run as another user, which must traverse the folder.
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o711])
        } catch {
            throw HarnessError(
                .cannotCreate,
                "cannot create a folder in \(directory.path): choose another with --directory (\(systemReason(error)))"
            )
        }
        let path = folder.appendingPathComponent(Self.lockName).path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw HarnessError(.cannotCreate, "\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        lock = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw HarnessError(
                .cannotCreate,
                "another suite uses \(folder.path), or one of its steps is still running: wait for its end, or end it")
        }
    }

    /// Removes what an earlier suite left behind; stores filled by this program, identified by its stamp, remain.
    func claim(for program: String) throws {
        let file = folder.appendingPathComponent(Self.programName)
        let before = FileManager.default.contents(atPath: file.path)
        try clear(keeping: before == Data(program.utf8) ? Set(stores) : [])
        try reporting("\(file.path) cannot be written", as: .cannotCreate) {
            try Data(program.utf8).write(to: file, options: .atomic)
        }
    }

    private var stores: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(SuitePlan.storesPrefix) }
    }

    /// Removes what a call left behind, except the folders of some stores.
    func clear(keeping stores: Set<String>) throws {
        let kept = stores.union([Self.lockName, Self.programName])
        try reporting("the files in \(folder.path) cannot be removed") {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !kept.contains(name) {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
    }

    /// Releases the lock, unless a call that is still running holds it.
    func letGo() {
        // The descriptor is closed even if closing fails.
        try? lock.close()
    }

    func remove() throws {
        try reporting("\(folder.path) cannot be removed") { try FileManager.default.removeItem(at: folder) }
    }

    /// Refuses calls that exceed the free disk space in MiB, which includes the space of this suite's earlier stores.
    ///
    /// Each call removes its stores when it ends.
    static func requireRoom(for calls: [SuitePlan.Call], at size: SuiteSize, free: Int?) throws {
        guard let free, let largest = calls.max(by: { $0.step.mebibytes[size] < $1.step.mebibytes[size] }) else {
            return
        }
        let needed = largest.step.mebibytes[size]
        guard free < needed else { return }
        throw HarnessError(
            .cannotCreate,
            "the step \(largest.step.name) needs about \(decimal(needed)) MiB of disk, and \(decimal(free)) are free: free "
                + "space, choose another disk with --directory, or name the steps to run with --only")
    }

    /// Free MiB on the disk, including what is kept there already; `nil` if the system does not report it.
    var freeMebibytes: Int? {
        var status = statvfs()
        guard statvfs(folder.path, &status) == 0 else { return nil }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        var bytes: UInt64 = 0
        for name in stores {
            let files = FileManager.default.enumerator(
                at: folder.appendingPathComponent(name), includingPropertiesForKeys: [.fileSizeKey])
            for case let file as URL in files ?? .init() {
                bytes += UInt64((try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
            }
        }
        return Int((free + bytes) >> 20)
    }
}
