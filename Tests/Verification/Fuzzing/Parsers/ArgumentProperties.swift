import ArgumentParser
import DomainKit
import Nacre

/// A parsed argument that is written out again parses to the same value; a refused one is refused by a
/// validation error.
///
/// Arguments are separated by a zero byte, which no argument can contain.
enum ArgumentProperties {
    static func check(_ bytes: [UInt8]) {
        // Longer inputs find nothing new, and would take most of the time.
        let bytes = bytes.prefix(greatestBytes)
        let arguments = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
        let wrong = arguments.firstIndex { !UTF8Checker.accepts($0) }
        let fault = RawArguments.fault(in: arguments)
        expect((fault != nil) == (wrong != nil), "of \(arguments), \(fault ?? "nothing") is refused")
        if let fault, let wrong {
            expect(fault.hasPrefix("argument \(wrong + 1), \""), "\(fault) names another argument than \(wrong + 1)")
            expect(fault.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) || $0 == "…" }, fault)
            return
        }
        // Only one, and for few inputs: the parser of whole command lines is the slowest part.
        if bytes.reduce(0, &+) % Self.inputsPerCommandLine == 0 {
            checkOption(String(decoding: arguments[0], as: UTF8.self))
        }
        for argument in arguments {
            let text = String(decoding: argument, as: UTF8.self)
            checkMoment(text)
            checkExpectation(text)
            checkIDs(text)
            checkJSON(text)
        }
    }

    private static let greatestBytes = 128
    private static let inputsPerCommandLine: UInt8 = 32

    /// The parsed value; `nil` if it is refused by a validation error.
    static func parsed<Value>(_ text: String, _ parse: (String) throws -> Value) -> Value? {
        do {
            return try parse(text)
        } catch let error as ArgumentParser.ValidationError {
            expect(!error.message.isEmpty, "no word about \(text)")
            return nil
        } catch {
            fatalError("\(text) is refused with \(error)")
        }
    }

    private static func checkMoment(_ text: String) {
        let point = parsed(text, AsOfOptions.parse)
        switch point {
        case .position(let position):
            let digits = text.utf8.drop { $0 == UInt8(ascii: "0") }
            expect(digits.elementsEqual((position == 0 ? "" : "\(position)").utf8), "\(text) becomes \(position)")
        case .time(let time):
            expect(parsed(time.description, AsOfOptions.parse) == .time(time), "\(text) becomes \(time)")
            expect(text.utf8.contains { !(0x30...0x39).contains($0) }, "the digits \(text) are the time \(time)")
        case nil:
            let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            expect(!isNumber || text.utf8.drop { $0 == 0x30 }.count >= 20, "\(text) is no position")
        }
    }

    /// A moment is the same as an option of a command line.
    private static func checkOption(_ text: String) {
        // An option that ends with an equals sign takes the next argument as its value.
        guard !text.isEmpty else { return }
        let point = (try? AsOfOptions.parse(["--as-of=\(text)"]))?.point
        expect(point == parsed(text, AsOfOptions.parse), "--as-of=\(text) is \(String(describing: point))")
    }

    private static func checkExpectation(_ text: String) {
        switch parsed(text, EventArguments.expectation) {
        case .any: expect(text == "any", "\(text) is any")
        case .noStream: expect(text == "none", "\(text) is none")
        case .streamExists: expect(text == "exists", "\(text) is exists")
        case .exact(let version):
            // A number of 0 or more may have a sign.
            let digits = ["+", "-"].contains(text.first) ? text.utf8.dropFirst() : text.utf8[...]
            let isRight = digits.drop { $0 == 0x30 }.elementsEqual((version == 0 ? "" : "\(version)").utf8)
            expect(isRight && (version == 0 || text.first != "-"), "\(text) becomes version \(version)")
        case nil:
            expect(!["any", "none", "exists"].contains(text) && UInt64(text) == nil, "\(text) is no expectation")
        }
    }

    private static func checkIDs(_ text: String) {
        let isUUID = isUUID(text)
        let id = parsed(text, EventArguments.id)
        expect((id != nil) == isUUID, "\(text) as an event's id: \(id?.description ?? "refused")")
        if let id { expect(id.description == text.lowercased(), "\(text) becomes \(id)") }
        ShellArgumentProperties.check(text, isUUID: isUUID)
    }

    /// 8, 4, 4, 4 and 12 hexadecimal digits.
    private static func isUUID(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let digits = Set("0123456789abcdefABCDEF".utf8)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(digits.contains) }
    }

    private static func checkJSON(_ text: String) {
        let bytes = Array(text.utf8)
        let isJSON = JSONChecker.accepts(bytes)
        let value = badInput(text) { (text) throws(CommandError) in try EventArguments.json(text, of: "--data") }
        expect((value != nil) == isJSON, "\(text) as JSON: \(value.map { "\($0)" } ?? "refused")")
        if let value { expect(value.elementsEqual(trimmed(bytes)), "\(text) becomes \(value)") }
        let metadata = badInput(text) { (text) throws(CommandError) in try EventArguments.metadata(text) }
        if let metadata {
            expect(isJSON && metadata.elementsEqual(trimmed(bytes)), "\(text) becomes the metadata \(metadata)")
            expect(metadata.first == UInt8(ascii: "{"), "\(text) is metadata")
        }
    }

    private static func badInput(
        _ text: String, _ parse: (String) throws(CommandError) -> [UInt8]
    ) -> [UInt8]? {
        do throws(CommandError) {
            return try parse(text)
        } catch {
            expect(error.code == .badInput && !error.message.isEmpty, "\(error)")
            return nil
        }
    }

    private static func trimmed(_ bytes: [UInt8]) -> some Sequence<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        return bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    }
}
