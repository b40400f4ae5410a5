/// The source with mutants, for the compiler.
///
/// An operator is replaced by a new operator that does the same unless its mutant is active: precedence and types
/// stay the same, and nothing else in the line changes.
enum MutatedSource {
    /// The source of a file with all of its mutants; no line moves.
    static func applying(_ mutants: [Mutant], to source: String) -> String {
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        // From the end, so that earlier places do not move; changes of whole lines come last.
        let operators = mutants.filter { !$0.mutation.isOfStatements }
        for mutant in operators.sorted(by: { $0.mutation.column > $1.mutation.column }) {
            let mutation = mutant.mutation
            let place = mutation.column..<mutation.column + mutation.old.utf8.count
            lines[mutation.line - 1].replaceSubrange(place, with: replacement(mutant).utf8)
        }
        for mutant in mutants where mutant.mutation.isOfStatements {
            let index = mutant.mutation.line - 1
            let statement = String(decoding: lines[index], as: UTF8.self)
            if mutant.mutation.kind == .omission {
                lines[index] = Array("if !isMutant(\(mutant.number)) { \(statement) }".utf8)
            } else {
                let next = String(decoding: lines[index + 1], as: UTF8.self)
                lines[index] = Array("if isMutant(\(mutant.number)) { \(next) }; \(statement)".utf8)
                lines[index + 1] = Array("if !isMutant(\(mutant.number)) { \(next) }".utf8)
            }
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    private static func replacement(_ mutant: Mutant) -> String {
        switch mutant.mutation.old {
        case "min(", "max(": "mutant\(mutant.number)("
        case "+ 1", "- 1", "&+ 1", "&- 1": "\(name(mutant.number)) 1"
        default: name(mutant.number)
        }
    }

    /// An operator with a unique name.
    private static func name(_ number: Int) -> String {
        let digits: [Character] = ["|", "~", "^"]
        var (rest, name) = (number, "^|^")
        repeat {
            name.append(digits[rest % 3])
            rest /= 3
        } while rest > 0
        return name
    }

    /// The declarations that a module needs for its mutants.
    static func support(_ mutants: [Mutant]) -> String {
        """
        #if canImport(Darwin)
            import Darwin
        #else
            import Glibc
        #endif

        private let active: Int = getenv("NACRE_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1

        func isMutant(_ number: Int) -> Bool { active == number }

        \(mutants.filter { !$0.mutation.isOfStatements }.map(declaration).joined(separator: "\n"))

        """
    }

    private static func declaration(_ mutant: Mutant) -> String {
        let name = name(mutant.number)
        let isActive = "isMutant(\(mutant.number))"
        let (old, new) = (mutant.mutation.old, mutant.mutation.new)
        switch old {
        case "<", "<=", ">", ">=", "==", "!=":
            let type = mutant.mutation.kind == .comparison ? "Equatable" : "Comparable"
            return """
                infix operator \(name): ComparisonPrecedence
                func \(name) <T: \(type)>(a: T, b: T) -> Bool { \(isActive) ? a \(new) b : a \(old) b }
                """
        case "&&", "||":
            let precedence = old == "&&" ? "LogicalConjunctionPrecedence" : "LogicalDisjunctionPrecedence"
            let (both, either) = ("a ? try b() : false", "a ? true : try b()")
            return """
                infix operator \(name): \(precedence)
                func \(name) <E: Error>(a: Bool, b: @autoclosure () throws(E) -> Bool) throws(E) -> Bool {
                    if \(isActive) { return \(old == "&&" ? either : both) }
                    return \(old == "&&" ? both : either)
                }
                """
        case "+ 1", "- 1", "&+ 1", "&- 1":
            return """
                infix operator \(name): AdditionPrecedence
                func \(name) <T: FixedWidthInteger>(a: T, b: T) -> T { \(isActive) ? a : a \(old.dropLast(2)) b }
                """
        case "..<":
            return """
                infix operator \(name): RangeFormationPrecedence
                func \(name) <T: FixedWidthInteger>(a: T, b: T) -> Range<T> { \(isActive) && a < b ? a..<(b - 1) : a..<b }
                """
        default:
            return """
                func mutant\(mutant.number)<T: Comparable>(_ a: T, _ b: T) -> T {
                    \(isActive) ? Swift.\(new)a, b) : Swift.\(old)a, b)
                }
                """
        }
    }
}
