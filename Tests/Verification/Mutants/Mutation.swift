/// A change of the source in one place.
struct Mutation: Codable, Sendable {
    enum Kind: String, Codable, CaseIterable, Sendable {
        /// Equal for unequal.
        case comparison
        /// One more or one less.
        case bound
        /// Both for either.
        case logic
        /// A statement behind the one that follows it.
        case order
        /// A statement left out.
        case omission
    }

    let kind: Kind
    /// The file, from the package's folder.
    let path: String
    /// The line, counted from 1.
    let line: Int
    /// Where in the line it begins, in bytes counted from 0.
    let column: Int
    /// What stands there.
    let old: String
    /// What is done instead.
    let new: String
    /// The line as it is, without the spaces around it.
    let text: String

    var description: String { "\(path):\(line): \(old) becomes \(new): \(text)" }

    /// The target that the file belongs to.
    var target: String { String(targetFolder.split(separator: "/").last ?? "") }

    /// The folder of the target, from the root of the package.
    var targetFolder: String {
        let folders = path.split(separator: "/")
        return folders.prefix(folders[1] == "Engines" ? 3 : 2).joined(separator: "/")
    }

    /// Whether it changes whole statements, where others change an operator.
    var isOfStatements: Bool { kind == .order || kind == .omission }
}

/// A mutation that the program was built with, under the number that makes it active.
struct Mutant: Codable, Sendable {
    let number: Int
    let mutation: Mutation
}
