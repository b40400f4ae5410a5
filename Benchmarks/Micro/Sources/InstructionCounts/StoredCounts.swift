import Foundation

/// The file of counts that nothing may exceed.
struct StoredCounts: Hashable, Sendable, Codable {
    /// The version of this form.
    var schema = 1

    /// For what the counts hold.
    var place: BuildPlace

    /// By the names of the benchmarks.
    var counts: [String: Stored] = [:]

    /// What is stored of one benchmark.
    struct Stored: Hashable, Sendable, Codable {
        /// What a unit is.
        var unit: String

        /// Instructions for each unit.
        var perUnit: Double

        /// How much more they may be, in percent.
        var tolerancePercent: Double
    }

    private static let decimals = 100.0

    init(place: BuildPlace) {
        self.place = place
    }

    /// Stores a count; the tolerance of one that is stored already stays.
    mutating func store(_ count: InstructionCount, tolerancePercent: Double) {
        counts[count.name] = Stored(
            unit: count.unit, perUnit: (count.perUnit * Self.decimals).rounded() / Self.decimals,
            tolerancePercent: counts[count.name]?.tolerancePercent ?? tolerancePercent)
    }

    /// Drops the counts of benchmarks that are no more.
    mutating func keep(only names: [String]) {
        counts = counts.filter { names.contains($0.key) }
    }

    /// Reads a file.
    ///
    /// - Returns: What it holds; `nil` where there is none.
    /// - Throws: ``CountingError`` where it cannot be read, or is none of this form.
    static func read(_ path: String) throws -> StoredCounts? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw CountingError("\(path) cannot be read: \(error)", exitCode: 74)
        }
        do {
            let stored = try JSONDecoder().decode(StoredCounts.self, from: data)
            guard stored.schema == 1 else {
                throw CountingError("\(path) is of schema \(stored.schema), this program reads 1", exitCode: 65)
            }
            return stored
        } catch let error as DecodingError {
            throw CountingError(
                "\(path) holds no stored counts: \(error); make it anew with --update", exitCode: 65)
        }
    }

    /// Writes the file, whole or not at all.
    ///
    /// - Throws: ``CountingError`` where it cannot be written.
    func write(_ path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CountingError("\(path) cannot be written: \(error)", exitCode: 74)
        }
    }
}

/// What makes a program the instructions that it is.
struct BuildPlace: Hashable, Sendable, Codable {
    /// The processor's architecture.
    var architecture: String

    /// The compiler, with its version.
    var compiler: String

    /// The architecture that this program was compiled for.
    static var machine: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #else
            "another"
        #endif
    }
}
