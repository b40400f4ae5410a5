import Foundation
import Synchronization
import TestFolders

/// Runs cases one after the other, and prints the progress of each.
struct Worker {
    /// The exit code of a process in which a case hangs.
    static let hung: Int32 = 3

    /// The time limit of a case: a thousand times its usual duration.
    private static let patience: Duration = .seconds(60)

    /// The most memory by which a case may raise the peak of its process: some times the size of all its files.
    private static let memoryBound = 256 << 20

    let folder: TemporaryFolder
    private let specimens: [Specimen]
    private let left: [KilledStore]
    private let only: CaseOptions.Target?

    /// Creates the stores.
    init(only: CaseOptions.Target?) async throws {
        folder = try TemporaryFolder(inMemory: true)
        self.only = only
        var specimens: [Specimen] = []
        for shape in Specimen.Shape.allCases {
            let path = folder.path + "/\(shape)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            specimens.append(try await Specimen(shape, in: path))
        }
        self.specimens = specimens
        let engine = folder.path("engine")
        try FileManager.default.createDirectory(atPath: engine, withIntermediateDirectories: true)
        left = [try await KilledStore.madeByEngine(from: specimens[0], in: engine)]
        try FileManager.default.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
    }

    /// One of ten seeds is a case of a journal, which takes about twice as long as another.
    func fuzzed(_ seed: UInt64) -> any Fuzzed {
        if only == .journal || only == nil && seed % 10 == 3 {
            return JournalCase(seed: seed, of: specimens, left: left)
        }
        return FuzzCase(seed: seed, only: only?.file, of: specimens)
    }

    /// Runs cases until a time in seconds since 1970.
    func run(_ seeds: Range<UInt64>, until end: Double) async throws {
        let since = Mutex<(seed: UInt64, time: ContinuousClock.Instant)?>(nil)
        let watch = Thread {
            while true {
                Thread.sleep(forTimeInterval: 1)
                guard let (seed, time) = since.withLock({ $0 }), time.duration(to: .now) > Self.patience else {
                    continue
                }
                Self.say("hang \(seed)")
                exit(Self.hung)
            }
        }
        watch.start()
        for seed in seeds {
            guard Date().timeIntervalSince1970 < end else { return }
            since.withLock { $0 = (seed, .now) }
            Self.say("begin \(seed)")
            let fuzzed = fuzzed(seed)
            let memory = Self.mostMemory
            var faults = try await fuzzed.run(in: folder.path + "/store")
            let grown = Self.mostMemory - memory
            if grown > Self.memoryBound { faults.append("it needs \(grown >> 20) MiB of memory") }
            for fault in faults { Self.say("fault \(seed) \(fuzzed.name), \(fuzzed.story): \(fault)") }
            Self.say("end \(seed)")
        }
    }

    /// The peak of the memory of this process, in bytes.
    private static var mostMemory: Int {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            return Int(usage.ru_maxrss)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return Int(usage.ru_maxrss) << 10
        #endif
    }

    /// Writes a line at once, so that it is not lost if the process crashes.
    private static func say(_ line: String) {
        let bytes = Array((line.replacing("\n", with: " ") + "\n").utf8)
        var start = 0
        while start < bytes.count {
            let written = bytes.withUnsafeBytes { write(1, $0.baseAddress.map { $0 + start }, bytes.count - start) }
            guard written > 0 else { return }
            start += written
        }
    }
}
