"""How Python becomes machine code: the kernel cache, compile options, fingerprints, dispatch by record type, intrinsics."""
