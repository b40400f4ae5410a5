/// Why something that was read is not what it should be: the path of keys and the decoder's words, or the system's
/// where it is none of a decoder.
func decodingReason(_ error: any Error) -> String {
    func at(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "it" : path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    return switch error as? DecodingError {
    case .keyNotFound(let key, let context): "\(at(context.codingPath)) has no \(key.stringValue)"
    case .valueNotFound(_, let context): "\(at(context.codingPath)) is null"
    case .typeMismatch(let type, let context): "\(at(context.codingPath)) is no \(type)"
    case .dataCorrupted(let context): "\(at(context.codingPath)) cannot be read: \(context.debugDescription)"
    default: systemReason(error)
    }
}
