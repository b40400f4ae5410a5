import ReplicatedLogServers
import Testing

/// What the seam promises, over three servers that all tests share.
@Suite(.servers()) struct NATSLogTests {}
