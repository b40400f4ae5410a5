import CLMDBCeiling
import Foundation

/// The machine and software of a measurement.
struct MachineEnvironment: Hashable, Sendable, Codable {
    /// The operating system's kernel and its release.
    var kernel: String

    var cpu: String
    var cores: Int
    var memoryBytes: UInt64
    var fileSystem: String

    /// The mount options, such as `rw,relatime`, which determine the work of a sync; `nil` if unknown, and in older
    /// reports.
    var mountOptions: String?

    /// The load average over the minute before the measurement.
    var loadAverage: Double

    /// The build of the harness, including all engines: see ``ProgramStamp``; `nil` in older reports.
    var program: String?

    /// The minimum version of the compiler.
    var swift: String

    // The versions of the libraries.
    var lmdb: String
    var xxhash: String
    var sqlite: String

    /// The PostgreSQL server's version and settings, if stores are on one.
    var postgres: String?

    /// `release`, or `debug`, with which figures are invalid.
    var buildConfiguration: String

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

    /// Records the location of filled stores, if they are not with the others; the type of its file system is
    /// determined if not given.
    mutating func noteStores(in directory: URL, type: String? = nil) {
        let type = type ?? FileSystem.mount(of: directory).type
        if Self.isMemory(type) {
            warnings.append(
                "the filled stores are on \(type), which is memory: reads do not reach a disk; choose a disk with "
                    + "--stores")
        } else if type != fileSystem {
            warnings.append(
                "the filled stores are on \(type): the file system named here, \(fileSystem), and the syncs a second "
                    + "are those of --directory")
        }
    }

    /// The file system with its mount options, as text.
    var mountedFileSystem: String { fileSystem + (mountOptions.map { " (\($0))" } ?? "") }

    /// The stamp of this program; `unknown` if its file cannot be read, for example after it was replaced.
    private static var program: String { (try? ProgramStamp.own.get()) ?? "unknown" }

    private static func isMemory(_ fileSystem: String) -> Bool { ["tmpfs", "ramfs"].contains(fileSystem) }

    private static var xxhashVersion: String {
        let version = ceiling_xxhash_version()
        return "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
    }

    /// This program's build configuration: `release` or `debug`.
    static var buildConfiguration: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    /// The beginning of the warning about other work.
    static let otherWork = "other work is running"

    private static func warnings(of environment: MachineEnvironment) -> [String] {
        var warnings: [String] = []
        if environment.buildConfiguration != "release" {
            warnings.append("this is a debug build, its figures mean nothing: run it with swift run -c release")
        }
        if isMemory(environment.fileSystem) {
            warnings.append(
                "the stores are on \(environment.fileSystem), which is memory: a sync costs nothing there; "
                    + "choose a disk with --directory")
        }
        if environment.loadAverage > Double(environment.cores) / 2 {
            warnings.append(
                "\(otherWork) (load average \(decimal(environment.loadAverage, decimals: 1)) on "
                    + "\(environment.cores) cores): trust ratios, not rates")
        }
        return warnings
    }
}
