import Foundation

/// The changes that no test can detect, with the reasons.
///
/// Each line of `Survivors.txt` is a path, the change, the line of source and the reason, with ` | ` between them.
struct Explained {
    private let known: Set<String>

    init(package: String) throws {
        let file = URL(filePath: package).appending(path: "Tests/Verification/Mutants/Survivors.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        known = Set(
            try lines.map { line in
                let parts = line.split(separator: " | ", omittingEmptySubsequences: false)
                guard parts.count == 4, !parts[3].isEmpty else {
                    throw MutantError("Survivors.txt: a line is no path, change, source and reason: \(line)")
                }
                return parts[..<3].joined(separator: " | ")
            })
    }

    func has(_ mutation: Mutation) -> Bool {
        known.contains("\(mutation.path) | \(mutation.old) becomes \(mutation.new) | \(mutation.text)")
    }
}
