import Foundation

/// The file of maximum instruction counts.
struct StoredCounts: Hashable, Sendable, Codable {
    /// The version of the file's format.
    var schema = 1

    /// The architecture and compiler for which the counts are valid.
    var place: BuildPlace

    /// The counts by benchmark name.
    var counts: [String: Stored] = [:]

    /// The stored count of one benchmark.
    struct Stored: Hashable, Sendable, Codable {
        /// The name of a unit.
        var unit: String

        /// Instructions per unit.
        var perUnit: Double

        /// The permitted increase, in percent.
        var tolerancePercent: Double
    }

    private static let decimals = 100.0

    init(place: BuildPlace) {
        self.place = place
    }

    /// Stores a count; a stored benchmark keeps its tolerance.
    mutating func store(_ count: InstructionCount, tolerancePercent: Double) {
        counts[count.name] = Stored(
            unit: count.unit, perUnit: (count.perUnit * Self.decimals).rounded() / Self.decimals,
            tolerancePercent: counts[count.name]?.tolerancePercent ?? tolerancePercent)
    }

    /// Removes the counts of benchmarks that no longer exist.
    mutating func keep(only names: [String]) {
        counts = counts.filter { names.contains($0.key) }
    }

    /// Reads a file.
    ///
    /// - Returns: Its contents; `nil` if it does not exist.
    /// - Throws: ``CountingError`` if it cannot be read, or has another format.
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
                throw CountingError("\(path) has schema \(stored.schema), this program reads schema 1", exitCode: 65)
            }
            return stored
        } catch let error as DecodingError {
            throw CountingError(
                "\(path) holds no stored counts: \(error); write it again with --update", exitCode: 65)
        }
    }

    /// Writes the file atomically.
    ///
    /// - Throws: ``CountingError`` if it cannot be written.
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

/// The architecture and compiler, which determine a program's instructions.
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
