import Nacre

/// The name of a kept state's file, which says all that is known of it: model, schema version, position, skips and the
/// checksum of the file.
///
/// The five parts are separated by dots, and followed by `.mdb`: `items.3.500000.0.9f86d081884c7d65.mdb`. Bytes of the
/// model's name other than ASCII letters, digits, `-` and `_` are written as `%` and two hexadecimal digits.
struct KeptStateFile: Hashable {
    let model: String
    let schemaVersion: Int
    let position: Position
    let skips: Int
    let checksum: UInt64

    private static let suffix = "mdb"

    init(model: String, schemaVersion: Int, position: Position, skips: Int, checksum: UInt64) {
        self.model = model
        self.schemaVersion = schemaVersion
        self.position = position
        self.skips = skips
        self.checksum = checksum
    }

    /// Parses a name; `nil` if it is not that of a kept state.
    init?(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == Self.suffix, let model = Self.decode(parts[0]),
            let schemaVersion = Int(parts[1]), let position = UInt64(parts[2]), let skips = Int(parts[3]),
            let checksum = UInt64(parts[4], radix: 16)
        else { return nil }
        self.init(
            model: model, schemaVersion: schemaVersion, position: position, skips: skips, checksum: checksum)
        // One state has one name: another spelling of a number is not this program's.
        guard self.name == name else { return nil }
    }

    /// The name.
    var name: String {
        let digits = String(checksum, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return "\(Self.encode(model)).\(schemaVersion).\(position).\(skips).\(padded).\(Self.suffix)"
    }

    /// Whether it keeps a state.
    func keeps(_ state: KeptState) -> Bool {
        (model, schemaVersion, position, skips)
            == (state.model, state.schemaVersion, state.position, state.skips)
    }

    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func encode(_ model: String) -> String {
        model.utf8.map { byte in
            guard !plain.contains(byte) else { return String(UnicodeScalar(byte)) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private static func decode(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let code = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
