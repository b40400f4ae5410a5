import CLMDBCeiling
import Foundation

/// What the figures were measured on.
struct MachineEnvironment: Hashable, Sendable, Codable {
    /// The operating system's kernel and its release.
    var kernel: String

    /// The processor's name.
    var cpu: String

    var cores: Int
    var memoryBytes: UInt64
    var fileSystem: String

    /// How it was mounted, as `rw,relatime`, which says what a sync has to do; `nil` where the system does not say, and
    /// in reports of before it was written.
    var mountOptions: String?

    /// Processes that wanted a processor before the measurement, averaged over a minute.
    var loadAverage: Double

    /// Which build of the harness measured, and of all engines in it: see ``ProgramStamp``; `nil` in reports of before
    /// it was written.
    var program: String?

    /// The compiler, at least.
    var swift: String

    /// LMDB's own name for its version.
    var lmdb: String

    /// xxHash's version.
    var xxhash: String

    /// SQLite's version.
    var sqlite: String

    /// The PostgreSQL server's version and settings, where stores are on one.
    var postgres: String?

    /// `release`, or `debug`, whose figures mean nothing.
    var buildConfiguration: String

    /// What makes the figures worth less than they look.
    var warnings: [String]

    static func current(storesIn directory: URL) -> MachineEnvironment {
        let mount = FileSystem.mount(of: directory)
        let process = ProcessInfo.processInfo
        var environment = MachineEnvironment(
            kernel: SystemNames.kernel, cpu: SystemNames.processor, cores: process.activeProcessorCount,
            memoryBytes: process.physicalMemory, fileSystem: mount.type, mountOptions: mount.options,
            loadAverage: SystemNames.loadAverage, program: program, swift: SystemNames.compiler,
            lmdb: String(cString: ceiling_lmdb_version()), xxhash: xxhashVersion, sqlite: SQLiteDatabase.libraryVersion,
            buildConfiguration: buildConfiguration, warnings: [])
        environment.warnings = warnings(of: environment)
        return environment
    }

    /// Notes where filled stores are read, which is not where the others go; the system is asked for the type of its
    /// file system where none is given.
    mutating func noteStores(in directory: URL, type: String? = nil) {
        let type = type ?? FileSystem.type(of: directory)
        if Self.isMemory(type) {
            warnings.append(
                "the filled stores are on \(type), which is memory: nothing of them comes from a disk, choose one with "
                    + "--stores")
        } else if type != fileSystem {
            warnings.append(
                "the filled stores are on \(type): the file system that stands here, \(fileSystem), and the syncs a second "
                    + "are those of --directory")
        }
    }

    /// The file system with how it is mounted, as people read it.
    var mountedFileSystem: String { fileSystem + (mountOptions.map { " (\($0))" } ?? "") }

    /// The stamp of this program; `unknown` where its file cannot be read, as after it was replaced.
    private static var program: String {
        switch ProgramStamp.own {
        case .success(let stamp): stamp
        case .failure: "unknown"
        }
    }

    private static func isMemory(_ fileSystem: String) -> Bool { ["tmpfs", "ramfs"].contains(fileSystem) }

    private static var xxhashVersion: String {
        let version = ceiling_xxhash_version()
        return "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
    }

    /// `release` or `debug`: how this program was built.
    static var buildConfiguration: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    /// How the warning of other work begins.
    static let otherWork = "other work is running"

    private static func warnings(of environment: MachineEnvironment) -> [String] {
        var warnings: [String] = []
        if environment.buildConfiguration != "release" {
            warnings.append("this is a debug build, its figures mean nothing: run it with swift run -c release")
        }
        if isMemory(environment.fileSystem) {
            warnings.append(
                "the stores are on \(environment.fileSystem), which is memory: a sync costs nothing there, "
                    + "choose a disk with --directory")
        }
        if environment.loadAverage > Double(environment.cores) / 2 {
            warnings.append(
                "\(otherWork) (load average \(decimal(environment.loadAverage, decimals: 1)) on "
                    + "\(environment.cores) cores): believe ratios rather than rates")
        }
        return warnings
    }
}
