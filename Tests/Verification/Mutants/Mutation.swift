/// A change of the source in one place.
struct Mutation: Codable, Sendable {
    enum Kind: String, Codable, CaseIterable, Sendable {
        /// Equal and unequal are swapped.
        case comparison
        /// A bound is changed by one.
        case bound
        /// And and or are swapped.
        case logic
        /// A statement is swapped with the next one.
        case order
        /// A statement is removed.
        case omission
    }

    let kind: Kind
    /// The file, relative to the package's folder.
    let path: String
    /// The line, counted from 1.
    let line: Int
    /// The offset in the line, in bytes from 0.
    let column: Int
    /// The original text.
    let old: String
    /// The replacement.
    let new: String
    /// The original line, trimmed.
    let text: String

    var description: String { "\(path):\(line): \(old) becomes \(new): \(text)" }

    /// The target that the file belongs to.
    var target: String { String(targetFolder.split(separator: "/").last ?? "") }

    /// The folder of the target, relative to the root of the package.
    var targetFolder: String {
        let folders = path.split(separator: "/")
        return folders.prefix(folders[1] == "Engines" ? 3 : 2).joined(separator: "/")
    }

    /// Whether it is in the commit journal, or in the list of blocks that only the journal holds.
    var isInJournal: Bool {
        let folders = path.split(separator: "/").dropLast()
        return folders.last == "Journal" || folders.last == "Reading" && path.contains("/Pending")
    }

    /// Whether it changes whole statements instead of an operator.
    var isOfStatements: Bool { kind == .order || kind == .omission }
}

/// A built mutation, with the number that activates it.
struct Mutant: Codable, Sendable {
    let number: Int
    let mutation: Mutation
}
