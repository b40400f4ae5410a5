import Foundation
import Synchronization
import TestFolders

/// Runs cases one after the other, and prints the progress of each.
struct Worker {
    /// The exit code of a process in which a case hangs.
    static let hung: Int32 = 3

    /// The time limit of a case: a thousand times its usual duration.
    private static let patience: Duration = .seconds(60)

    let folder: TemporaryFolder
    private let specimens: [Specimen]
    private let only: Specimen.File?

    /// Creates the stores.
    init(only: Specimen.File?) async throws {
        folder = try TemporaryFolder(inMemory: true)
        self.only = only
        var specimens: [Specimen] = []
        for shape in Specimen.Shape.allCases {
            let path = folder.path + "/\(shape)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            specimens.append(try await Specimen(shape, in: path))
        }
        self.specimens = specimens
        try FileManager.default.createDirectory(atPath: folder.path("store"), withIntermediateDirectories: true)
    }

    func fuzzed(_ seed: UInt64) -> FuzzCase { FuzzCase(seed: seed, only: only, of: specimens) }

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
            for fault in try await fuzzed.run(in: folder.path + "/store") {
                Self.say("fault \(seed) \(fuzzed.file.rawValue) of \(fuzzed.specimen.shape), \(fuzzed.story): \(fault)")
            }
            Self.say("end \(seed)")
        }
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
