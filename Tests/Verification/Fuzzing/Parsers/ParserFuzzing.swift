import DomainKit
import Nacre

/// What libFuzzer calls with each input: the first byte chooses what is parsed, the rest is it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let data, count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
    switch data[0] & 7 {
    case 0, 1: JSONProperties.check(bytes)
    case 2, 3: NDJSONProperties.check(bytes)
    case 4: TextProperties.check(bytes)
    case 5: BlockProperties.check(bytes, isSealed: false)
    default: BlockProperties.check(bytes, isSealed: true)
    }
    return 0
}

/// Ends the process where a property does not hold: libFuzzer then keeps the input.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { fatalError(what()) }
}
